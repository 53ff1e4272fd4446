/// The changing state of a coding context, held without the runtime's exclusivity checks.
///
/// Coding goes through classes, because decoders and containers must share their state, and each access to a stored
/// property of a class that spans a call is recorded by the runtime in a thread-local set. With several accesses for each
/// member that was a quarter of the time of encoding. The contexts keep the rule by their shape instead: they are used by
/// one thread, and no access to a cell spans a call out of this module.
@safe
struct JSONCell<Value: ~Copyable> {
    private let pointer: UnsafeMutablePointer<Value>

    init(_ value: consuming Value) {
        // SAFETY: room for one value, initialized at once; the owner calls `destroy` once, when it goes.
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: value)
    }

    @inline(__always)
    var value: Value {
        // SAFETY: the pointer is valid until `destroy`, which only the owner's `deinit` calls.
        _read { yield unsafe pointer.pointee }
        nonmutating _modify { yield unsafe &pointer.pointee }
    }

    func destroy() {
        // SAFETY: called once, after which the owner is gone.
        unsafe pointer.deinitialize(count: 1)
        unsafe pointer.deallocate()
    }
}
