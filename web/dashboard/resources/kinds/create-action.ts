import type { Action, KindName } from '../kind.ts'

interface CreateAction extends Omit<Action<undefined>, 'primary' | 'call' | 'leadsTo'> {
  /** Fields of the request that the form does not ask for. */
  readonly body?: object
}

/** The action that creates a resource with `POST <path>` and opens its page. */
export const createAction = (
  name: KindName,
  path: string,
  { body: fixed, ...action }: CreateAction,
): Action<undefined> => ({
  ...action,
  primary: true,
  call: (body) => ({ method: 'POST', path, body: { ...fixed, ...body } }),
  leadsTo: ({ id }) => `/${name}/${id}`,
})
