import { ENVIRONMENTS } from '../../../kernel/environment.ts'
import type { FigureSource } from '../../../platform/figures.ts'
import { readQueues } from './store.ts'

/** The queue of webhook calls. */
export const deliveryFigures: FigureSource = {
  name: 'deliveries',
  freshMs: 5_000,
  families: {
    tributary_deliveries_queued: {
      type: 'gauge',
      help: 'Deliveries that are not done, of webhooks that are not disabled.',
    },
    tributary_deliveries_oldest_due_seconds: {
      type: 'gauge',
      help: 'How long the oldest delivery that may be sent has waited.',
    },
  },
  async read(tx) {
    const queues = await readQueues(tx)
    return ENVIRONMENTS.flatMap((environment) => {
      const queue = queues.find((one) => one.environment === environment)
      return [
        { name: 'tributary_deliveries_queued', labels: { environment }, value: queue?.depth ?? 0 },
        {
          name: 'tributary_deliveries_oldest_due_seconds',
          labels: { environment },
          value: queue?.oldest_seconds ?? 0,
        },
      ]
    })
  },
}
