import type { Environment } from '../../contracts/environment.ts'
import { Time } from '../dashboard/parts/Time.tsx'
import { TwoLines } from '../dashboard/resources/TwoLines.tsx'

interface TimeInProps {
  readonly at: string
  readonly environment: Environment
}

/** A time of an enterprise: in its sandbox it is of the sandbox's own clock, and says so. */
export const TimeIn = ({ at, environment }: TimeInProps) => (
  <TwoLines first={<Time at={at} />} second={environment === 'sandbox' && 'Sandbox time'} />
)
