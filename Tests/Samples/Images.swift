// An image that the guide takes as given.

private let picture: [UInt8] = []
