import { Button } from '@mantine/core'
import { EmptyState } from '../parts/EmptyState.tsx'

/** Shown when a page could not be drawn, or when its code could not be loaded. */
export const BrokenPage = () => (
  <EmptyState
    title="This page could not be displayed"
    action={<Button onClick={() => location.reload()}>Load the page again</Button>}
  >
    There was an error, or a newer version was installed. Your data is unchanged.
  </EmptyState>
)
