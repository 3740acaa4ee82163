import { Stack } from '@mantine/core'
import type { ConnectUrl } from '../../../contracts/resources.ts'
import { Copy } from '../parts/Copy.tsx'
import { Time } from '../parts/Time.tsx'

/** An address that is shown once: it is kept hashed and cannot be read again. */
export function ConnectAnswer({ url, expires_at }: ConnectUrl) {
  return (
    <Stack gap="xs">
      <p>Copy the address now. It is not shown again.</p>
      <Copy text={url} label="Copy the address" />
      <p>
        Good until <Time at={expires_at} />.
      </p>
    </Stack>
  )
}
