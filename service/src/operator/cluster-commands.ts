import {
  clusterNodes,
  distributeTables,
  hasOtherConnections,
  planDistribution,
  type Step,
} from '../platform/cluster.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import { StartError } from '../platform/start-error.ts'
import type { OperatorCommand } from './command.ts'

const NO_CITUS =
  'This database has no Citus: `create extension citus` on every server, then add the servers to the coordinator. See docs/scale.md.'
const NO_NODES =
  'The coordinator knows no other server: `select citus_set_coordinator_host(…)` and `select citus_add_node(…)` first. See docs/scale.md.'
const OTHERS_CONNECTED = 'Stop the service first: other connections to this database are open.'

const DRY_RUN = '--dry-run'

export const CLUSTER_COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'cluster distribute',
    args: '[--dry-run]',
    does: 'spreads the tables of tenants over the servers of a Citus cluster, while the service is stopped; run again, it does what is left; with --dry-run it only prints the plan. See docs/scale.md',
    action: 'data.distribute',
    takesOptions: true,
    async changeOnDatabase({ storage, database }, args) {
      const [surplus] = args.filter((word) => word !== DRY_RUN)
      if (surplus !== undefined) throw new StartError(`\`cluster distribute\` does not know \`${surplus}\`.`)
      const isDryRun = args.includes(DRY_RUN)
      // The tables belong to the owner, who alone may move them.
      const owner = openDatabase({ url: storage.url, connectionsMax: 1 })
      try {
        const nodes = await requireCluster(owner)
        const steps = isDryRun ? await planDistribution(owner.sql) : await distributeAlone(owner, database)
        return { lines: linesOf(steps, nodes, isDryRun), details: { steps: steps.length, nodes, dry_run: isDryRun } }
      } finally {
        await owner.close()
      }
    },
  },
]

async function requireCluster({ sql }: Database): Promise<number> {
  const nodes = await clusterNodes(sql)
  if (nodes === undefined) throw new StartError(NO_CITUS)
  if (nodes === 0) throw new StartError(NO_NODES)
  return nodes
}

/** A running service would hold locks on the tables, and wait for ours. */
async function distributeAlone(owner: Database, own: Database): Promise<readonly Step[]> {
  if (await hasOtherConnections(owner, own)) throw new StartError(OTHERS_CONNECTED)
  return distributeTables(owner)
}

function linesOf(steps: readonly Step[], nodes: number, isDryRun: boolean): string[] {
  if (steps.length === 0) return [`Everything is distributed over ${nodes} servers; nothing was changed.`]
  const done = isDryRun
    ? `${steps.length} steps, in one transaction. Nothing was changed.`
    : `${steps.length} steps done: the tables of tenants are distributed over ${nodes} servers.`
  return [...steps.map(({ does }, nth) => `${String(nth + 1).padStart(4)}  ${does}`), done]
}
