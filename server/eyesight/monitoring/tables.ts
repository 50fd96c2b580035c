/** Numbers of children in the monitoring of common diseases. */
export type MonitoringTables = {
  monitoringNumber: { recordId: number; taskId: number; stage: number; gradeNo: number; number: number }
}
