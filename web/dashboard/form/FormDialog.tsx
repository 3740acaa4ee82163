import { Dialog } from '../parts/Dialog.tsx'
import { FieldsForm, type FieldsFormProps } from './FieldsForm.tsx'

interface FormDialogProps extends Omit<FieldsFormProps, 'onCancel' | 'place'> {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
}

/** A form over the page. It starts anew each time it is opened. */
export function FormDialog({ opened, onClose, title, ...form }: FormDialogProps) {
  return (
    <Dialog title={title} opened={opened} onClose={onClose}>
      <FieldsForm {...form} onCancel={onClose} />
    </Dialog>
  )
}
