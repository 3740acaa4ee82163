import { useCommand } from '../api/queries.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import type { Values } from '../form/field.ts'
import type { Simulation } from './simulations.ts'

export interface Outcome {
  readonly id?: string
  readonly status?: string
}

interface SimulationDialogProps {
  readonly simulation: Simulation
  /** Fields that are known already: they are not asked for. */
  readonly known?: Readonly<Record<string, string>>
  readonly initial?: Values
  readonly onClose: () => void
  readonly onDone: (outcome: Outcome) => void
}

const NOTHING = {}

export function SimulationDialog(props: SimulationDialogProps) {
  const { simulation, known = NOTHING, initial = NOTHING, onClose, onDone } = props
  const { mutateAsync } = useCommand<Outcome>()
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={simulation.title}
      lead={simulation.description}
      fields={simulation.fields.filter(({ name }) => !(name in known))}
      initial={initial}
      submit={simulation.submit}
      onSubmit={(body) => mutateAsync({ path: simulation.path, body: { ...known, ...body } }).then(onDone)}
    />
  )
}
