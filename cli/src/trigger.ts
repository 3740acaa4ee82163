import { type Command, show } from './command.ts'
import { CommandError, EXIT } from './exit-codes.ts'
import { table } from './terminal.ts'
import { TRIGGERS } from './triggers.ts'

export const trigger: Command = {
  name: 'trigger',
  args: '[NAME]',
  does: 'Makes something happen in your sandbox, failures above all; without a name, lists what there is',
  options: [{ name: 'code', does: 'The return code of payout.returned, such as R01' }],
  completes: TRIGGERS.map(({ name }) => name),
  async run(context, { words: [name], options }) {
    if (name === undefined) {
      const known = TRIGGERS.map((one) => ({ name: one.name, does: one.does }))
      show(context, known, () =>
        table(
          context.output,
          ['name', 'does'],
          known.map((one) => [one.name, one.does]),
        ),
      )
      return undefined
    }
    const found = TRIGGERS.find((one) => one.name === name)
    if (!found) throw new CommandError(`There is no trigger ${name}; \`tributary trigger\` lists them.`)
    const client = context.client()
    const { environment } = await client.enterprise.get({ signal: context.signal })
    if (environment !== 'sandbox') throw new CommandError('Triggers work in the sandbox only.', EXIT.refused)
    const { id, status } = await found.run(client, { code: options.code })
    show(context, { trigger: name, id, status }, () => [`${id}  ${context.output.style('bold', status)}`])
    return undefined
  },
}
