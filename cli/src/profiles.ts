import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { CommandError, EXIT } from './exit-codes.ts'

export interface Profile {
  readonly base_url: string
  readonly api_key: string
}

interface ProfileFile {
  readonly current: string
  readonly profiles: Readonly<Record<string, Profile>>
}

export const LOCAL_SANDBOX = 'http://localhost:4000/enterprise/v1'

/** The folder of the command's own files. */
export const configFolder = (env: NodeJS.ProcessEnv): string =>
  env.TRIBUTARY_CONFIG_HOME ?? join(env.XDG_CONFIG_HOME || join(env.HOME ?? homedir(), '.config'), 'tributary')

const fileOf = (env: NodeJS.ProcessEnv): string => join(configFolder(env), 'profiles.json')

/** Written beside the old file and moved over it, so that a process that is killed leaves a whole one. Only its owner reads it. */
export function writePrivately(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, text, { mode: 0o600 })
  chmodSync(fresh, 0o600)
  renameSync(fresh, file)
}

export function readProfiles(env: NodeJS.ProcessEnv): ProfileFile {
  const file = fileOf(env)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return { current: 'default', profiles: {} }
  }
  if ((statSync(file).mode & 0o077) !== 0) {
    throw new CommandError(`Others can read ${file}, which holds keys: run \`chmod 600 ${file}\`.`, EXIT.credential)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError(`${file} is not JSON: mend or delete it, then run \`tributary login\`.`, EXIT.credential)
  }
}

export function saveProfile(env: NodeJS.ProcessEnv, name: string, profile: Profile): void {
  const { profiles } = readProfiles(env)
  writePrivately(
    fileOf(env),
    `${JSON.stringify({ current: name, profiles: { ...profiles, [name]: profile } }, null, 2)}\n`,
  )
}

export function selectProfile(env: NodeJS.ProcessEnv, name: string): void {
  const { profiles } = readProfiles(env)
  if (!profiles[name]) throw new CommandError(`There is no profile ${name}. ${profileNames(profiles)}`)
  writePrivately(fileOf(env), `${JSON.stringify({ current: name, profiles }, null, 2)}\n`)
}

export function removeProfile(env: NodeJS.ProcessEnv, name: string): void {
  const { current, profiles } = readProfiles(env)
  const { [name]: gone, ...rest } = profiles
  if (!gone) throw new CommandError(`There is no profile ${name}. ${profileNames(profiles)}`)
  const next = current === name ? (Object.keys(rest)[0] ?? 'default') : current
  writePrivately(fileOf(env), `${JSON.stringify({ current: next, profiles: rest }, null, 2)}\n`)
}

const profileNames = (profiles: Readonly<Record<string, Profile>>): string =>
  Object.keys(profiles).length === 0 ? 'Run `tributary login`.' : `There are: ${Object.keys(profiles).join(', ')}.`

/** The key and the address to use: those of the environment first, then those of the profile. */
export function findProfile(env: NodeJS.ProcessEnv, wanted?: string): Profile & { readonly name: string } {
  const { current, profiles } = readProfiles(env)
  const name = wanted ?? env.TRIBUTARY_PROFILE ?? current
  const found = profiles[name]
  if (wanted && !found)
    throw new CommandError(`There is no profile ${name}. ${profileNames(profiles)}`, EXIT.credential)
  const api_key = wanted ? found?.api_key : (env.TRIBUTARY_API_KEY ?? found?.api_key)
  if (!api_key) {
    throw new CommandError('There is no API key: run `tributary login`, or set TRIBUTARY_API_KEY.', EXIT.credential)
  }
  const base_url = (wanted ? undefined : env.TRIBUTARY_BASE_URL) ?? found?.base_url ?? LOCAL_SANDBOX
  return { name, base_url, api_key }
}
