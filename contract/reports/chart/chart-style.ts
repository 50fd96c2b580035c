export const TEXT_COLOR = '#1f1f1f'
export const MUTED_COLOR = '#595959'
export const GRID_COLOR = '#d9d9d9'
export const AXIS_COLOR = '#8c8c8c'
export const TEXT_SIZE = 11
export const SMALL_SIZE = 10
