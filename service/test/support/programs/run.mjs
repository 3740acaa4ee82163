// Runs the programs whose paths come on standard input, one per line, in one process; answers each with a line of JSON:
// everything it has logged, or why it failed.
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

for await (const file of createInterface({ input: process.stdin })) {
  const printed = []
  console.log = (...values) => printed.push(values.length === 1 ? values[0] : values)
  const answer = await import(pathToFileURL(file).href).then(
    () => ({ printed }),
    (error) => ({ failed: String(error?.stack ?? error) }),
  )
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}
