import { Dialog } from '../parts/Dialog.tsx'
import { FieldsForm, type FieldsFormProps } from './FieldsForm.tsx'

interface FormDialogProps extends Omit<FieldsFormProps, 'onCancel' | 'place'> {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
}

/** A form in a dialog. Its state is fresh each time it is opened. */
export function FormDialog({ opened, onClose, title, ...form }: FormDialogProps) {
  return (
    <Dialog title={title} opened={opened} onClose={onClose}>
      <FieldsForm {...form} onCancel={onClose} />
    </Dialog>
  )
}
