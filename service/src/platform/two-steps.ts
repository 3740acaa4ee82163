import type postgres from 'postgres'

/** A statement that has not been sent yet: the driver sends it when it is first waited for. */
export type Statement = postgres.PendingQuery<postgres.Row[]>

const IN_FAILED_TRANSACTION = '25P02'

/**
 * A transaction in two round trips: `begin` goes out with what is read, `commit` with what is written. On a busy process
 * each round trip waits for its turn among the requests, so that four of them took longer than the work.
 */
export async function twoSteps<Found>(
  connection: postgres.ReservedSql,
  read: () => Promise<Found>,
  write: (found: Found) => readonly Statement[],
): Promise<void> {
  const begun = connection`begin`.execute()
  let statements: readonly Statement[]
  try {
    // The driver sends in the order of asking: `begin` stands before whatever is read.
    const [found] = await Promise.all([read(), begun])
    statements = write(found)
  } catch (error) {
    await connection`rollback`.catch(() => {})
    throw error
  }
  await commit(connection, statements)
}

/** After a statement that failed, PostgreSQL refuses those behind it and takes `commit` for `rollback`. */
async function commit(connection: postgres.ReservedSql, statements: readonly Statement[]): Promise<void> {
  const sent = [...statements, connection`commit`].map((statement) => statement.execute())
  const failures = (await Promise.allSettled(sent)).flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as Error & { code?: string }] : [],
  )
  const cause = failures.find(({ code }) => code !== IN_FAILED_TRANSACTION) ?? failures[0]
  if (cause) throw cause
}
