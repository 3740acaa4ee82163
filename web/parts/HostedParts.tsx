import { Card } from '../dashboard/parts/Card.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Choice } from '../ui/Choice.tsx'
import { Detail, DetailList, Points } from '../ui/DetailList.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Progress } from '../ui/Progress.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { TextField } from '../ui/TextField.tsx'
import { Row } from './Row.tsx'

const ignore = (): void => undefined
const METHODS = [
  { value: 'account', title: 'Tributary account', text: 'At once, without a fee.' },
  { value: 'bank', title: 'Bank account', text: 'In one to three business days.' },
] as const
const STATES = [{ value: 'CA', label: 'California' }]

/** The controls of Connect, the card form and the creators' account: larger, for a thumb. */
export const HostedParts = () => (
  <>
    <Card title="Connect, card form, account: buttons">
      <Row>
        <Button>Continue</Button>
        <Button look="quiet">Not now</Button>
        <Button look="danger">Close account</Button>
        <Button look="link">Use another address</Button>
        <Button busy>Continue</Button>
      </Row>
    </Card>
    <Card title="Connect, card form, account: fields">
      <Row>
        <TextField name="email" label="E-mail" value="alice@example.com" onChange={ignore} />
        <TextField name="code" label="Code" value="12" error="Enter the six digits." onChange={ignore} />
        <SelectField name="state" label="State" value="CA" options={STATES} onChange={ignore} />
      </Row>
      <Choice legend="How to be paid" name="method" value="account" onChange={ignore} options={METHODS} />
    </Card>
    <Card title="Connect, card form, account: words">
      <Progress step={2} steps={5} />
      <Row>
        <Badge tone="good" />
        <Badge tone="waiting" />
        <Badge tone="bad" />
      </Row>
      <Notice tone="info" title="Why we ask">
        The law asks us to know who is paid.
      </Notice>
      <Notice tone="warn">Your bank account ends in 4346.</Notice>
      <Notice tone="good">You are connected.</Notice>
      <DetailList>
        <Detail name="Paid to">Bank account ••••4346</Detail>
      </DetailList>
      <Points>
        <li>You see every payment.</li>
      </Points>
    </Card>
  </>
)
