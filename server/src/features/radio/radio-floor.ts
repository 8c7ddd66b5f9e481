/** A page that requests the floor, or has it. */
export interface FloorRequest {
  readonly userId: string
  readonly endpointId: string
  /** The language that is spoken. */
  readonly language: string
  /** The floor ends when the recogniser detects the end of an utterance. */
  readonly endsWithUtterance: boolean
}

/** The page that may talk now. */
export interface FloorGrant extends FloorRequest {
  readonly transmissionId: string
}

/** The floor of a radio chat. Each function returns the same object if nothing changes. */
export interface FloorState {
  readonly grant: FloorGrant | null
  /** In the order of the requests, one for each user. */
  readonly queue: readonly FloorRequest[]
}

type NewId = () => string

const isPage = (one: FloorRequest | null, { userId, endpointId }: Pick<FloorRequest, 'userId' | 'endpointId'>) =>
  one !== null && one.userId === userId && one.endpointId === endpointId

/**
 * Grants a free floor, else adds the request to the queue. A page that has the floor or waits keeps its state. A later page of a
 * user replaces an earlier one in the queue.
 */
export function requestFloor(state: FloorState, request: FloorRequest, newId: NewId): FloorState {
  if (isPage(state.grant, request)) return state
  if (state.grant === null) return { grant: { ...request, transmissionId: newId() }, queue: withoutUser(state, request.userId) }
  if (state.queue.some((one) => isPage(one, request))) return state
  return { ...state, queue: [...withoutUser(state, request.userId), request] }
}

/** Grants the floor to the page at once. Another transmission ends. The caller has checked the right. */
export function preemptFloor(state: FloorState, request: FloorRequest, newId: NewId): FloorState {
  if (isPage(state.grant, request)) return state
  return { grant: { ...request, transmissionId: newId() }, queue: withoutUser(state, request.userId) }
}

/** Ends the transmission of a page, or removes the page from the queue. */
export function releaseFloor(state: FloorState, page: Pick<FloorRequest, 'userId' | 'endpointId'>, newId: NewId): FloorState {
  if (isPage(state.grant, page)) return grantNext(state, newId)
  const queue = state.queue.filter((one) => !isPage(one, page))
  return queue.length === state.queue.length ? state : { ...state, queue }
}

/** Ends a transmission. It has no effect if the transmission ended before. */
export const endTransmission = (state: FloorState, transmissionId: string, newId: NewId): FloorState =>
  state.grant?.transmissionId === transmissionId ? grantNext(state, newId) : state

/** Returns the position of a page: 0 if it has the floor, 1 if it is the next one; -1 if it neither has the floor nor waits. */
export function positionOf(state: FloorState, page: Pick<FloorRequest, 'userId' | 'endpointId'>): number {
  if (isPage(state.grant, page)) return 0
  const index = state.queue.findIndex((one) => isPage(one, page))
  return index === -1 ? -1 : index + 1
}

function grantNext({ queue }: FloorState, newId: NewId): FloorState {
  const [next, ...rest] = queue
  return { grant: next === undefined ? null : { ...next, transmissionId: newId() }, queue: rest }
}

const withoutUser = ({ queue }: FloorState, userId: string) => queue.filter((one) => one.userId !== userId)
