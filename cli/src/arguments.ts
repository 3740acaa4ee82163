import { CommandError } from './exit-codes.ts'

/** An option of a command. */
export interface Option {
  /** Without its dashes. */
  readonly name: string
  readonly does: string
  /** A switch takes no value. */
  readonly isSwitch?: boolean | undefined
  /** The only values that it takes. */
  readonly values?: readonly string[] | undefined
  /** It takes several, separated by commas. */
  readonly isList?: boolean | undefined
}

export interface Arguments {
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string>>
}

/** Reads `word --name value --name=value --switch -- word`. An option that the command does not have is an error. */
export function readArguments(args: readonly string[], known: readonly Option[]): Arguments {
  const words: string[] = []
  const options: Record<string, string> = {}
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] as string
    if (arg === '--') {
      words.push(...args.slice(at + 1))
      break
    }
    if (!arg.startsWith('--')) {
      words.push(arg)
      continue
    }
    const [name = '', ...rest] = arg.slice(2).split('=')
    const option = known.find((one) => one.name === name)
    if (!option) throw new CommandError(`There is no option --${name}.${nearest(name, known)}`)
    const given = rest.length > 0 ? rest.join('=') : undefined
    options[name] = option.isSwitch ? switchValue(option, given) : readValue(option, given ?? args[++at])
  }
  return { words, options }
}

function switchValue({ name }: Option, given: string | undefined): string {
  if (given === undefined || given === 'true') return 'true'
  if (given === 'false') return 'false'
  throw new CommandError(`--${name} takes no value but true or false.`)
}

function readValue({ name, values, isList }: Option, given: string | undefined): string {
  if (given === undefined) throw new CommandError(`--${name} needs a value.`)
  const unknown = (isList ? given.split(',') : [given]).find((one) => values && !values.includes(one.trim()))
  if (unknown !== undefined) throw new CommandError(`--${name} is one of ${values?.join(', ')}; not ${unknown}.`)
  return given
}

/** A hint at the option that was probably meant. */
function nearest(name: string, known: readonly Option[]): string {
  const close = known.find((one) => one.name.startsWith(name) || one.name.includes(name) || name.includes(one.name))
  return close ? ` Did you mean --${close.name}?` : ''
}
