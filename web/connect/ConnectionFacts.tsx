import type { ConnectState } from '../../contracts/connect.ts'
import { lasts, PERMISSION } from '../forms/words.ts'
import { Fact, Facts } from '../ui/Facts.tsx'

/** The destination and the permissions of a connection. */
export const ConnectionFacts = ({ connection }: { readonly connection: ConnectState['connection'] }) => (
  <Facts>
    {connection.destination && <Fact name="Money goes to">{connection.destination}</Fact>}
    {connection.permissions.map((permission) => (
      <Fact key={permission.name} name={PERMISSION[permission.name].title}>
        {lasts(permission)}
      </Fact>
    ))}
  </Facts>
)
