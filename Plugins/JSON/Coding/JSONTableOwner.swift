import Mimeograph

/// Has a table, or none yet, and destroys it when it goes itself.
///
/// A type of its own, because of the compiler (Swift 6.3): a generic `~Copyable` struct whose stored properties have the
/// size of its parameter loses its `deinit` where another file holds it and files are compiled one by one, as for
/// debugging. What is stored here is the same for every `Element`.
struct JSONTableOwner<Element>: ~Copyable {
    var table: JSONTable<Element>?

    init() {}

    deinit { table?.destroy() }
}
