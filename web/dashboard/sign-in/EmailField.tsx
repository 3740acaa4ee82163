import { TextInput } from '@mantine/core'

interface EmailFieldProps {
  readonly value: string
  readonly onChange: (email: string) => void
}

/** The address that somebody signs in with. */
export const EmailField = ({ value, onChange }: EmailFieldProps) => (
  <TextInput
    label="E-mail"
    type="email"
    name="email"
    autoComplete="username"
    required
    withAsterisk={false}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
