import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useCan } from '../api/session.ts'
import { Card } from '../parts/Card.tsx'
import { IdLink } from '../parts/links.tsx'
import { StatusBadge } from '../parts/StatusBadge.tsx'
import { Titled } from '../parts/Titled.tsx'
import { type Outcome, SimulationDialog } from './SimulationDialog.tsx'
import styles from './sandbox.module.css'
import { SIMULATIONS } from './simulations.ts'

/** Tiles that open simulations. A link can open one and fill it in: `?simulate=Payout+return&payout=pay_…`. */
export function Simulate() {
  const can = useCan()
  const [search] = useSearchParams()
  const [open, setOpen] = useState(() => SIMULATIONS.find(({ title }) => title === search.get('simulate')))
  const [last, setLast] = useState<{ readonly title: string; readonly outcome: Outcome }>()
  if (!can('sandbox.simulate')) return null
  return (
    <Card title="Simulate" lead="Events that banks, creators, buyers and the card network cause in production.">
      <ul className={styles.grid}>
        {SIMULATIONS.map((simulation) => (
          <li key={simulation.title}>
            <button type="button" className={styles.tile} onClick={() => setOpen(simulation)}>
              <simulation.icon size={20} stroke={1.75} aria-hidden="true" />
              <Titled name={simulation.title} means={simulation.description} />
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.outcome} aria-live="polite">
        {last && (
          <>
            {last.title}: done. {last.outcome.id && <IdLink id={last.outcome.id} />}{' '}
            {last.outcome.status && <StatusBadge status={last.outcome.status} />}
          </>
        )}
      </p>
      {open && (
        <SimulationDialog
          simulation={open}
          initial={Object.fromEntries(search)}
          onClose={() => setOpen(undefined)}
          onDone={(outcome) => {
            setLast({ title: open.title, outcome })
            setOpen(undefined)
          }}
        />
      )}
    </Card>
  )
}
