import { Link } from 'wouter'
import type { Approval } from '../../../contracts/approvals.ts'
import { useRead } from '../api/queries.ts'
import { Time } from '../parts/Time.tsx'

const PARTIES: Readonly<Record<string, string>> = { api_key: 'an API key' }

const ONE_OF = new Intl.ListFormat('en-US', { type: 'disjunction' })

/** Who must approve, how many of them and until when: the end of a sentence whose subject is what waits. */
export function ApproverNote({ approval }: { readonly approval: string }) {
  const { data } = useRead<Approval>(`v1/approval/${encodeURIComponent(approval)}`)
  return (
    <>
      waits for <Link href={`/approvals/${approval}`}>approval</Link>
      {data && (
        <>
          {' '}
          by {data.needed === 1 ? 'one' : data.needed} of{' '}
          {ONE_OF.format(data.approvers.map((one) => PARTIES[one] ?? one))}, until <Time at={data.expires_at} />
        </>
      )}
      . The money is set aside meanwhile.
    </>
  )
}
