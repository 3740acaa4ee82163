import { Link } from 'wouter'
import { useCan, useEnvironment } from '../api/session.ts'
import { Card } from '../parts/Card.tsx'
import styles from './sandbox.module.css'
import { type SimulatedResource, simulationsOf } from './simulations.ts'

interface SimulateHereProps {
  readonly resource: string
  readonly row: SimulatedResource & { readonly id: string }
}

/** Links from a resource's page to the simulations that are possible for it, with their fields filled in. */
export function SimulateHere({ resource, row }: SimulateHereProps) {
  const isSandbox = useEnvironment() === 'sandbox'
  const can = useCan()
  const simulations = simulationsOf(resource, row)
  if (!isSandbox || !can('sandbox.simulate') || simulations.length === 0) return null
  return (
    <Card title="Simulate" lead="In sandbox only.">
      <ul className={styles.here}>
        {simulations.map(({ title, description }) => (
          <li key={title}>
            <Link href={`/sandbox-tools?${new URLSearchParams({ simulate: title, [resource]: row.id })}`}>{title}</Link>
            <span className={styles.means}>{description}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
