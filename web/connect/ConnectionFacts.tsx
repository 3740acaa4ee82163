import type { ConnectState } from '../../contracts/connect.ts'
import { destinationWords, lasts, permissionTitle } from '../forms/words.ts'
import { Detail, DetailList } from '../ui/DetailList.tsx'
import { t } from '../ui/words/current.ts'

/** The destination and the permissions of a connection. */
export const ConnectionFacts = ({ connection }: { readonly connection: ConnectState['connection'] }) => (
  <DetailList>
    {connection.destination && <Detail name={t('review.goesTo')}>{destinationWords(connection.destination)}</Detail>}
    {connection.permissions.map((permission) => (
      <Detail key={permission.name} name={permissionTitle(permission.name)}>
        {lasts(permission)}
      </Detail>
    ))}
  </DetailList>
)
