/** The part of WebAssembly that flite needs. Only TypeScript's library of browsers declares it. */
declare global {
  namespace WebAssembly {
    interface Module {}
    interface Instance {
      readonly exports: object
    }
    function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>
    function instantiate(module: Module, imports: object): Promise<Instance>
  }
}
export {}
