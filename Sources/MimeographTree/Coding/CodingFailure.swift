import Mimeograph

/// What a decoder found wrong last, in its own words, and where.
///
/// A `DecodingError` has no place for it, and the text of one that somebody else threw may quote the body. So a decoder
/// remembers what it said, and ``CodingErrorFormatter`` shows the text of an error only where it is the decoder's.
@usableFromInline
package struct CodingFailure<Place> {
    @usableFromInline
    package let description: String
    /// What helps, where that is known better than from the kind of the error.
    @usableFromInline
    package let remedy: String?
    /// Where in the body, as the format counts.
    @usableFromInline
    package let place: Place

    @usableFromInline
    package init(_ description: String, remedy: String? = nil, at place: Place) {
        self.description = description
        self.remedy = remedy
        self.place = place
    }
}
