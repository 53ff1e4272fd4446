/// The objects of a binary property list that are no containers, each of them once.
///
/// A hash table of numbers, which are found by the bytes of their objects in the file itself. The hash begins with a
/// random number, so that nobody can choose values that all fall on one place.
struct UniqueObjects {
    /// Where each object begins in the file; those of containers may be added after the last scalar.
    var offsets: [Int] = []
    private(set) var count = 0
    /// Numbers of objects, one more than they are; zero where a place is free.
    private var places = [UInt32](repeating: 0, count: 64)
    private let seed = UInt64.random(in: 0...UInt64.max)

    /// The number of the object that begins at `start` and ends with the bytes. One that was there before is taken away.
    mutating func number(ofObjectFrom start: Int, in bytes: inout [UInt8]) -> UInt32 {
        let length = bytes.count &- start
        let hash = hash(bytes, from: start)
        let mask = places.count &- 1
        var place = Int(truncatingIfNeeded: hash) & mask
        while places[place] != 0 {
            let number = Int(places[place] &- 1)
            let end = number &+ 1 < count ? offsets[number &+ 1] : start
            if end &- offsets[number] == length, areEqual(bytes, offsets[number], start, length) {
                bytes.removeLast(length)
                return UInt32(truncatingIfNeeded: number)
            }
            place = (place &+ 1) & mask
        }
        let number = UInt32(truncatingIfNeeded: count)
        offsets.append(start)
        count &+= 1
        places[place] = number &+ 1
        if 2 &* count > places.count { grow(bytes) }
        return number
    }

    private mutating func grow(_ bytes: [UInt8]) {
        let mask = 2 * places.count - 1
        places = [UInt32](repeating: 0, count: mask + 1)
        for number in 0..<count {
            let end = number + 1 < count ? offsets[number + 1] : bytes.count
            var place = Int(truncatingIfNeeded: hash(bytes, from: offsets[number], to: end)) & mask
            while places[place] != 0 { place = (place + 1) & mask }
            places[place] = UInt32(truncatingIfNeeded: number + 1)
        }
    }

    private func areEqual(_ bytes: [UInt8], _ left: Int, _ right: Int, _ length: Int) -> Bool {
        // SAFETY: bytes are trivial, and nothing is written through the raw span.
        let raw = unsafe bytes.span.bytes
        var offset = 0
        while offset &+ 8 <= length {
            // SAFETY: both objects lie in the bytes, and have this length.
            let first = unsafe raw.unsafeLoadUnaligned(fromByteOffset: left &+ offset, as: UInt64.self)
            let second = unsafe raw.unsafeLoadUnaligned(fromByteOffset: right &+ offset, as: UInt64.self)
            if first != second { return false }
            offset &+= 8
        }
        while offset < length {
            if bytes[left &+ offset] != bytes[right &+ offset] { return false }
            offset &+= 1
        }
        return true
    }

    private func hash(_ bytes: [UInt8], from start: Int, to end: Int? = nil) -> UInt64 {
        let end = end ?? bytes.count
        // SAFETY: bytes are trivial, and nothing is written through the raw span.
        let raw = unsafe bytes.span.bytes
        var state = seed
        var offset = start
        while offset &+ 8 <= end {
            // SAFETY: the object lies in the bytes.
            mix(&state, unsafe raw.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset &+= 8
        }
        var rest = UInt64(truncatingIfNeeded: end &- start) &<< 56
        while offset < end {
            rest = rest ^ rest &<< 8 ^ UInt64(bytes[offset])
            offset &+= 1
        }
        mix(&state, rest)
        return state ^ state &>> 32
    }

    /// Folds the double-width product of two numbers into one.
    @inline(__always)
    private func mix(_ state: inout UInt64, _ word: UInt64) {
        let product = (state ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        state = product.high ^ product.low &+ seed
    }
}
