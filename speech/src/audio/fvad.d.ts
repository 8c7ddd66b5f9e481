declare module '@echogarden/fvad-wasm' {
  interface Fvad {
    readonly HEAP16: Int16Array
    _malloc(bytes: number): number
    _free(address: number): void
    _fvad_new(): number
    _fvad_free(handle: number): void
    _fvad_set_sample_rate(handle: number, rate: number): number
    _fvad_set_mode(handle: number, mode: number): number
    _fvad_process(handle: number, address: number, samples: number): number
  }
  export default function create(): Promise<Fvad>
}
