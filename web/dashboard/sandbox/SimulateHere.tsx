import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCan, useEnvironment } from '../api/session.ts'
import { Card } from '../parts/Card.tsx'
import { Titled } from '../parts/Titled.tsx'
import { SimulationDialog } from './SimulationDialog.tsx'
import styles from './sandbox.module.css'
import { type SimulatedResource, type Simulation, simulationsOf } from './simulations.ts'

interface SimulateHereProps {
  readonly resource: string
  readonly row: SimulatedResource & { readonly id: string }
}

/** The simulations that are possible for a resource in its status, on its own page: nobody copies an id. */
export function SimulateHere({ resource, row }: SimulateHereProps) {
  const isSandbox = useEnvironment() === 'sandbox'
  const can = useCan()
  const [open, setOpen] = useState<Simulation>()
  const simulations = simulationsOf(resource, row)
  if (!isSandbox || !can('sandbox.simulate') || (simulations.length === 0 && !open)) return null
  const close = () => setOpen(undefined)
  return (
    <Card title="Simulate" lead="In sandbox only: what the outside world does in production.">
      <ul className={styles.here}>
        {simulations.map((simulation) => (
          <li key={simulation.title} className={styles.happening}>
            <Titled name={simulation.title} means={simulation.description} />
            <Button variant="default" onClick={() => setOpen(simulation)}>
              {simulation.submit}
            </Button>
          </li>
        ))}
      </ul>
      {open && <SimulationDialog simulation={open} known={{ [resource]: row.id }} onClose={close} onDone={close} />}
    </Card>
  )
}
