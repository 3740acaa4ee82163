import type { Command } from './command.ts'
import { CommandError } from './exit-codes.ts'

interface Tree {
  readonly firsts: readonly string[]
  readonly seconds: Readonly<Record<string, readonly string[]>>
  readonly options: Readonly<Record<string, readonly string[]>>
}

/** The words that may follow `tributary`, and its first word, and the options of each command. */
function treeOf(commands: readonly Command[]): Tree {
  const seconds: Record<string, string[]> = {}
  const options: Record<string, string[]> = {}
  for (const { name, completes, options: own } of commands) {
    const [first = '', second] = name.split(' ')
    seconds[first] = [...(seconds[first] ?? []), ...(second ? [second] : (completes ?? []))]
    options[name] = [...own.map((one) => `--${one.name}`), '--json', '--profile', '--help']
  }
  return { firsts: Object.keys(seconds), seconds, options }
}

const cases = (entries: readonly (readonly [string, readonly string[]])[], indent: string): string =>
  entries.map(([key, words]) => `${indent}'${key}') words='${words.join(' ')}' ;;`).join('\n')

function bash({ firsts, seconds, options }: Tree): string {
  return `# source <(tributary completion bash)
_tributary() {
  local words='' here="\${COMP_WORDS[COMP_CWORD]}" one="\${COMP_WORDS[1]}" two="\${COMP_WORDS[2]}"
  if [[ $here == -* ]]; then
    case "$one $two" in
${cases(
  Object.entries(options).filter(([name]) => name.includes(' ')),
  '      ',
)}
      *) case "$one" in
${cases(
  Object.entries(options).filter(([name]) => !name.includes(' ')),
  '        ',
)}
      esac ;;
    esac
  elif [[ $COMP_CWORD -eq 1 ]]; then words='${firsts.join(' ')}'
  elif [[ $COMP_CWORD -eq 2 ]]; then
    case "$one" in
${cases(Object.entries(seconds), '      ')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$here"))
}
complete -o default -F _tributary tributary
`
}

const zsh = (tree: Tree): string => `# source <(tributary completion zsh)
autoload -U +X bashcompinit && bashcompinit
${bash(tree)}`

function fish({ firsts, seconds, options }: Tree): string {
  const lines = [
    '# tributary completion fish | source',
    `complete -c tributary -n '__fish_use_subcommand' -f -a '${firsts.join(' ')}'`,
    ...Object.entries(seconds)
      .filter(([, words]) => words.length > 0)
      .map(
        ([first, words]) =>
          `complete -c tributary -n '__fish_seen_subcommand_from ${first}' -f -a '${words.join(' ')}'`,
      ),
    ...Object.entries(options).flatMap(([name, own]) => {
      const seen = name
        .split(' ')
        .map((word) => `__fish_seen_subcommand_from ${word}`)
        .join('; and ')
      return own.map((option) => `complete -c tributary -n '${seen}' -l ${option.slice(2)}`)
    }),
  ]
  return `${lines.join('\n')}\n`
}

const SHELLS: Readonly<Record<string, (tree: Tree) => string>> = { bash, zsh, fish }

export const completion = (commands: () => readonly Command[]): Command => ({
  name: 'completion',
  args: 'bash | zsh | fish',
  does: 'Prints a script that completes commands and options in your shell',
  options: [],
  completes: Object.keys(SHELLS),
  async run({ terminal }, { words: [shell = ''] }) {
    const script = SHELLS[shell]
    if (!script) throw new CommandError('Name your shell: bash, zsh or fish.')
    terminal.stdout.write(script(treeOf(commands())))
    return undefined
  },
})
