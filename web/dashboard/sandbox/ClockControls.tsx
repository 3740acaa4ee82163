import { Button, Group, Stack } from '@mantine/core'
import { useCommand } from '../api/queries.ts'
import { FieldsForm } from '../form/FieldsForm.tsx'
import type { Field } from '../form/field.ts'
import { ErrorNote } from '../parts/ErrorState.tsx'

const STEPS = [
  { label: 'An hour', seconds: 3_600 },
  { label: 'A day', seconds: 86_400 },
  { label: '31 days', seconds: 31 * 86_400 },
]

const JUMP: readonly Field[] = [{ kind: 'moment', name: 'to', label: 'Jump to', hint: 'Up to a year ahead.' }]

/** Moves the sandbox's clock ahead, by a step or to a moment; everything that becomes due is processed, in order. */
export function ClockControls() {
  const { mutate, mutateAsync, isPending, variables, error } = useCommand()
  const pushed = isPending ? (variables?.body as { seconds?: number } | undefined)?.seconds : undefined
  return (
    <Stack gap="md">
      <Group gap="xs">
        {STEPS.map(({ label, seconds }) => (
          <Button
            key={label}
            variant="default"
            aria-label={`Advance the clock by ${label.toLowerCase()}`}
            disabled={isPending && pushed !== seconds}
            loading={pushed === seconds}
            onClick={() => mutate({ path: 'v1/sandbox/clock/advance', body: { seconds } })}
          >
            + {label}
          </Button>
        ))}
      </Group>
      {error && pushed === undefined && !isJump(variables?.body) && <ErrorNote error={error} />}
      <FieldsForm
        place="card"
        fields={JUMP}
        submit="Jump"
        done="Done"
        onSubmit={(body) => mutateAsync({ path: 'v1/sandbox/clock/advance', body })}
      />
    </Stack>
  )
}

/** The form shows its own errors. */
const isJump = (body: object | undefined): boolean => body !== undefined && 'to' in body
