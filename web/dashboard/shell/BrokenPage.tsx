import { Button } from '@mantine/core'
import { EmptyState } from '../parts/EmptyState.tsx'

/** Shown when a page could not be drawn, or when its code could not be loaded. */
export const BrokenPage = () => (
  <EmptyState
    title="This page could not be drawn"
    action={<Button onClick={() => location.reload()}>Load the page again</Button>}
  >
    This is our fault, or there is a newer version. Nothing of yours was changed.
  </EmptyState>
)
