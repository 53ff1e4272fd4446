/// The memory that reading by plans takes besides the values, which a context keeps for later bodies.
///
/// A body of a few hundred bytes is read in the time of some twenty allocations, so each counts.
package struct PlanMemory: ~Copyable {
    package var path = PlanPath()
    package var blocks = ElementBlocks()

    package init() {}

    /// The alignment of blocks, in bytes.
    package static var alignment: Int { 16 }
    /// The size in bytes of the largest block that is kept.
    static var most: Int { 16_384 }

    mutating func trim() {
        path.removeAll()
        blocks.trim()
    }
}

/// Memory for the elements of arrays that are being read, whose numbers are not known yet.
///
/// Each level of nested arrays has a block of its own, which the next array at that level uses again. When the last element of an
/// array is known, the elements move to storage of the right size. So each array costs one allocation. The lowest level holds the
/// outermost value.
@safe
package struct ElementBlocks: ~Copyable {
    @safe
    private struct Block: BitwiseCopyable {
        var memory: UnsafeMutableRawPointer
        var size: Int
    }

    private var blocks = CodingStack<Block>()

    package init() {}

    deinit { for level in 0..<blocks.count { unsafe blocks[level].memory.deallocate() } }

    /// Returns the memory of an element, which is not initialized. The elements before it are moved to a larger block if necessary.
    ///
    /// - Parameters:
    ///   - index: The index of the element; all before it are initialized.
    ///   - level: The number of arrays around this one that are being read, and the outermost value.
    package mutating func memory(
        of index: Int,
        at level: Int,
        _ element: UnsafePointer<ValueShape>
    ) -> UnsafeMutableRawPointer {
        let end = unsafe (index + 1) * element.pointee.stride
        if level == blocks.count {
            unsafe blocks.append(Block(memory: .allocate(byteCount: 512, alignment: PlanMemory.alignment), size: 512))
        }
        if blocks[level].size < end {
            let size = max(blocks[level].size * 2, end)
            let larger = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: PlanMemory.alignment)
            // SAFETY: there is room for the elements, which leave the smaller block.
            unsafe move(blocks[level].memory, to: larger, element, count: index)
            unsafe blocks[level].memory.deallocate()
            unsafe blocks[level] = Block(memory: larger, size: size)
        }
        return unsafe blocks[level].memory + index * element.pointee.stride
    }

    /// Stores an array of the first elements, at least one, which leave their block.
    package func store(
        _ count: Int,
        at level: Int,
        _ element: UnsafePointer<ValueShape>,
        _ layout: ArrayLayout,
        in memory: UnsafeMutableRawPointer
    ) {
        let storage = unsafe layout.allocate(count: count, stride: element.pointee.stride)
        unsafe move(blocks[level].memory, to: storage + ArrayLayout.header, element, count: count)
        unsafe storage.storeBytes(of: count, toByteOffset: 16, as: Int.self)
        unsafe memory.storeBytes(of: storage, as: UnsafeMutableRawPointer.self)
    }

    private func move(
        _ elements: UnsafeMutableRawPointer,
        to memory: UnsafeMutableRawPointer,
        _ element: UnsafePointer<ValueShape>,
        count: Int
    ) {
        // SAFETY: numbers and strings may be moved as bytes.
        if unsafe element.pointee.kind.isScalar {
            unsafe memory.copyMemory(from: elements, byteCount: count * element.pointee.stride)
        } else {
            unsafe element.pointee.coder.move(elements, to: memory, count: count)
        }
    }

    /// Frees the memory if it is large.
    mutating func trim() {
        if (0..<blocks.count).contains(where: { blocks[$0].size > PlanMemory.most }) { self = ElementBlocks() }
    }

    /// Destroys the first elements.
    package func destroy(_ count: Int, at level: Int, _ element: UnsafePointer<ValueShape>) {
        for index in 0..<count {
            unsafe element.pointee.coder.destroy(blocks[level].memory + index * element.pointee.stride)
        }
    }
}
