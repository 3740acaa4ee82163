export default function Reconciliation() {
  return null
}
