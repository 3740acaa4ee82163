/** How the operator appears in the audit log of an enterprise. */
export const OPERATOR = { personId: 'operator', person: 'Operator' }
