import Mimeograph

/// Where in an object the look-up for the next member begins.
///
/// Types ask for their keys in the order in which their values were written, most of the time. So a look-up begins
/// after the member that was found last and goes round once. That finds the right one of two members with one name only
/// where there are no two, which is checked once, when a container is made. Objects that fail the check, large ones, and
/// all objects under a strategy that changes keys get an index instead.
///
/// For `{"id":1,"name":"Ada","tags":[]}`: `id` is the first member, `name` the next, `tags` the next: three comparisons.
/// Had the type asked for `tags` first, that would have been the third comparison, and `id` then the fourth.
@usableFromInline
package struct MemberHint {
    /// The index of the object, and below it that of the member after the one that was found last; 0 where none was.
    @usableFromInline package let bits: UInt64

    @inlinable @inline(__always)
    package init(bits: UInt64) { self.bits = bits }

    @inlinable @inline(__always)
    package init(object: Int, next: Int) {
        bits = UInt64(truncatingIfNeeded: object) &<< 32 | UInt64(truncatingIfNeeded: next)
    }

    /// Where to begin in an object.
    @inlinable @inline(__always)
    package func start(in object: Int) -> Int {
        let next = Int(truncatingIfNeeded: bits & 0xFFFF_FFFF)
        return bits &>> 32 == UInt64(truncatingIfNeeded: object) && next != 0 ? next : object &+ 1
    }
}
