import { Cards } from '../parts/Card.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { Clock } from './Clock.tsx'
import { Reset } from './Reset.tsx'
import { Simulate } from './Simulate.tsx'

export default function Tools() {
  return (
    <>
      <PageHead title="Clock and tools" lead="Move your sandbox's clock, and simulate events from outside." />
      <Cards>
        <Clock />
        <Simulate />
        <Reset />
      </Cards>
    </>
  )
}
