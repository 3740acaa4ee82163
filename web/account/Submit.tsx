import { Button } from '../ui/Button.tsx'
import { t } from '../ui/words/current.ts'

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
      {t('back')}
    </Button>
  </>
)
