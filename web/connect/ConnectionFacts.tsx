import type { ConnectState } from '../../contracts/connect.ts'
import { lasts, PERMISSION } from '../forms/words.ts'
import { Detail, DetailList } from '../ui/DetailList.tsx'

/** The destination and the permissions of a connection. */
export const ConnectionFacts = ({ connection }: { readonly connection: ConnectState['connection'] }) => (
  <DetailList>
    {connection.destination && <Detail name="Money goes to">{connection.destination}</Detail>}
    {connection.permissions.map((permission) => (
      <Detail key={permission.name} name={PERMISSION[permission.name].title}>
        {lasts(permission)}
      </Detail>
    ))}
  </DetailList>
)
