interface Exception {
  /** The name of the file, before `.test.ts`. */
  readonly file: string
  /** All tests of the file, where it is not told. */
  readonly test?: RegExp
  readonly reason: string
}

/** Tests that are left out on a cluster, each with its reason. */
export const NOT_ON_A_CLUSTER: readonly Exception[] = [
  {
    file: 'dry-run',
    test: /hold every row they look at/,
    reason: 'it locks the rows of all tenants in one statement, which Citus refuses; the service never does',
  },
]

export const leftOut = (path: string, test: string): string | undefined =>
  NOT_ON_A_CLUSTER.find((one) => path.endsWith(`/${one.file}.test.ts`) && (one.test?.test(test) ?? true))?.reason
