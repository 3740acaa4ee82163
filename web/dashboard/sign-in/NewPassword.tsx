import { PasswordInput } from '@mantine/core'

export const PASSWORD_MIN = 10

interface NewPasswordProps {
  readonly label?: string
  readonly value: string
  readonly onChange: (value: string) => void
}

export function NewPassword({ label = 'Password', value, onChange }: NewPasswordProps) {
  return (
    <PasswordInput
      label={label}
      description={`At least ${PASSWORD_MIN} characters. A sentence is easy to keep in mind and hard to guess.`}
      name="new-password"
      autoComplete="new-password"
      required
      withAsterisk={false}
      minLength={PASSWORD_MIN}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
