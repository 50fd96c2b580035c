// The gate of the roster, below this feature, asks for it too.
export { turnDue } from '../../plans/turn-due.ts'
