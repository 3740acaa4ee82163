import { Button } from '../ui/Button.tsx'

interface SubmitProps {
  readonly label: string
  readonly busy: boolean
  readonly onBack: () => void
}

/** The buttons below a form. */
export const Submit = ({ label, busy, onBack }: SubmitProps) => (
  <>
    <Button type="submit" busy={busy}>
      {label}
    </Button>
    <Button look="link" onClick={onBack}>
      Back
    </Button>
  </>
)
