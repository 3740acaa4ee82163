import { Card } from '../dashboard/parts/Card.tsx'
import { PageHead } from '../dashboard/parts/PageHead.tsx'
import { DashboardParts } from './DashboardParts.tsx'
import { HostedParts } from './HostedParts.tsx'
import styles from './parts.module.css'
import { Row } from './Row.tsx'

const SURFACES = ['surface', 'ground', 'hover', 'raised', 'line', 'line-button', 'line-strong']
const INKS = ['ink', 'ink-soft', 'ink-faint', 'brand', 'danger', 'warn', 'good', 'info', 'second']
const TEXTS = ['tiny', 'fine', 'small', '', 'lead', 'figure', 'title', 'balance']
const SPACES = ['1', '2', '3', '4', '5', '6', '7']
const RADII = ['-small', '', '-large']

/** The page of the parts: every token and every control once. No route serves it; `npm run screens` photographs it. */
export const Parts = () => (
  <main className={styles.page}>
    <PageHead
      title="The parts"
      lead="Tokens and controls of all pages. The same thing looks and is named the same everywhere."
    />
    <div className={styles.cards}>
      <Tokens />
      <DashboardParts />
      <HostedParts />
    </div>
    <div id="floating" />
  </main>
)

const Tokens = () => (
  <>
    <Card title="Surfaces and lines">
      <Swatches names={SURFACES} />
    </Card>
    <Card title="Inks and tones">
      <Swatches names={INKS} />
    </Card>
    <Card title="Type: Inter">
      {TEXTS.map((size) => (
        <p key={size} className={styles[`text${size}`]}>
          $12,480.50 was sent to Łukasz Müller <small>{size || 'text'}</small>
        </p>
      ))}
      <p className={styles.mono}>pay_01m7j50vst8qn0jg4ypcmhaf3s</p>
    </Card>
    <Card title="Space and radius">
      <Row>
        {SPACES.map((space) => (
          <span key={space} className={`${styles.space} ${styles[`space${space}`]}`} />
        ))}
        {RADII.map((radius) => (
          <span key={radius} className={`${styles.corner} ${styles[`radius${radius}`]}`} />
        ))}
      </Row>
    </Card>
  </>
)

const Swatches = ({ names }: { readonly names: readonly string[] }) => (
  <ul className={styles.swatches}>
    {names.map((name) => (
      <li key={name}>
        <span className={`${styles.swatch} ${styles[name]}`} />
        {name}
      </li>
    ))}
  </ul>
)
