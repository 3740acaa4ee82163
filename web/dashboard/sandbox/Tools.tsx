import { Cards } from '../parts/Card.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { Clock } from './Clock.tsx'
import { Reset } from './Reset.tsx'
import { Simulate } from './Simulate.tsx'

export default function Tools() {
  return (
    <>
      <PageHead title="Clock and tools" lead="Your sandbox's time, and the world outside it." />
      <Cards>
        <Clock />
        <Simulate />
        <Reset />
      </Cards>
    </>
  )
}
