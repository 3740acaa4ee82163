// Alerts: what the people of an enterprise should look at. Read: model.ts (states, defaults, what to raise and to clear;
// pure), watch.ts (looks for causes, each minute), mail.ts, store.ts, schema.ts, routes.ts. all-tenants.store.ts is for the operators.

export { type AlertOfTenant, type AlertSearch, listAlertsOfAll } from './all-tenants.store.ts'
export { findAlertSubjects } from './events.ts'
export { type Alert, DEFAULT_ALERTS } from './model.ts'
export { alertRoutes } from './routes.ts'
export { findAlert, findRaised } from './store.ts'
export { watchAlerts } from './watch.ts'
