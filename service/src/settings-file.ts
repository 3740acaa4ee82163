import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { settingsTable } from './config.ts'
import { StartError } from './platform/start-error.ts'

/** Read when neither `--settings` nor TRIBUTARY_SETTINGS names another file. */
const MACHINE_SETTINGS = '/etc/tributary/settings.env'

type Variables = Record<string, string | undefined>

/** Variables of the runtime and its libraries, which a settings file may hold as well. */
const NOT_OURS = /^(NODE_|PG|OTEL_|SSL_|TZ$|LANG$|TMPDIR$|(HTTPS?|NO)_PROXY$)/

/** The lines of a settings file: `NAME=value`, the value as it stands up to the end of the line, or in quotes. */
export function parseSettings(text: string, file: string): Record<string, string> {
  const settings: Record<string, string> = {}
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) continue
    const at = line.indexOf('=')
    const name = line.slice(0, Math.max(0, at)).trim()
    // The line may hold a secret: it is not repeated.
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) throw new StartError(`${file}: line ${index + 1} is not NAME=value.`)
    settings[name] = unquoted(line.slice(at + 1).trim())
  }
  return settings
}

function unquoted(value: string): string {
  const [first] = value
  const isQuoted = value.length > 1 && (first === '"' || first === "'") && value.endsWith(first)
  return isQuoted ? value.slice(1, -1) : value
}

/**
 * Adds the settings of the file to those of the environment, which win. Returns the names that are no setting: most often
 * a slip of the pen, whose setting keeps its default.
 */
export function addSettingsOfFile(variables: Variables, named: string | undefined): string[] {
  const file = named ?? variables.TRIBUTARY_SETTINGS ?? (existsSync(MACHINE_SETTINGS) ? MACHINE_SETTINGS : undefined)
  if (file === undefined) return []
  const path = resolve(file)
  // For `doctor`, which looks at who else may read it.
  variables.TRIBUTARY_SETTINGS = path
  const settings = parseSettings(readReadable(path), path)
  for (const [name, value] of Object.entries(settings)) variables[name] ??= value
  const known = new Set(settingsTable().map(({ name }) => name))
  return Object.keys(settings)
    .filter((name) => !known.has(name) && !NOT_OURS.test(name))
    .map((name) => `${path}: ${name} is no setting of Tributary.`)
}

function readReadable(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(
      `the settings in ${path} cannot be read (${reason}). Run as their user, or with \`--settings /dev/null\` for none.`,
    )
  }
}

/**
 * The data folder of a start that names none. Below the program, as `npm start` has it, so that both see the same data; a
 * program that belongs to somebody else keeps none there.
 */
export function defaultHome(variables: Variables, root: string): string {
  const below = join(root, '.tributary')
  if (variables.STATE_DIRECTORY) return variables.STATE_DIRECTORY
  if (canWrite(existsSync(below) ? below : root)) return below
  const state = variables.XDG_STATE_HOME || join(variables.HOME || '/var/lib', '.local/state')
  return join(state, 'tributary')
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
