/**
 * Tests that are left out on a cluster, each with its reason. `file` is the end of a file's path; without `test` it is the
 * whole file.
 */
export const NOT_ON_A_CLUSTER: readonly { readonly file: string; readonly test?: RegExp; readonly reason: string }[] =
  []

export const leftOut = (path: string, test: string): string | undefined =>
  NOT_ON_A_CLUSTER.find((one) => path.endsWith(`/${one.file}.test.ts`) && (one.test?.test(test) ?? true))?.reason
