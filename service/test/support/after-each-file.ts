import { afterAll, beforeEach, inject } from 'vitest'
import { leftOut } from './not-on-a-cluster.ts'
import { keepSentStatements } from './sent-statements.ts'
import { endAll } from './when-done.ts'

if (inject('clusterUrls').length > 0) {
  beforeEach(({ task, skip }) => {
    const reason = leftOut(task.file.filepath, task.name)
    if (reason) skip(reason)
  })
}

// A hook that is declared while another one runs is never called: `whenDone` collects, and this calls.
afterAll(endAll)
afterAll(keepSentStatements)
