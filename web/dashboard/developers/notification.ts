import type { EventView } from '../../../contracts/webhooks.ts'

type Sent = Pick<EventView, 'type' | 'resource' | 'timestamp' | 'user_data'>

/** The body of a webhook call about an event. */
export const notificationOf = ({ type, resource, timestamp, user_data }: Sent) => ({
  event: type,
  id: resource,
  timestamp,
  user_data,
})
