import { Stack } from '@mantine/core'
import type { ConnectUrl } from '../../../contracts/resources.ts'
import { Copy } from '../parts/Copy.tsx'
import { Time } from '../parts/Time.tsx'

/** The address of a link or invite. The service stores only its hash, so it can be shown only now. */
export function ConnectAnswer({ url, expires_at }: ConnectUrl) {
  return (
    <Stack gap="xs">
      <p>Copy the address now. It is not shown again.</p>
      <Copy text={url} label="Copy the address" />
      <p>
        Valid until <Time at={expires_at} />.
      </p>
    </Stack>
  )
}
