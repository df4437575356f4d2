// A recipe that trains within a second.

export const smallRecipe = `description = "a small one"
board = "2x3"
actions = 30_000
[network]
tuples = "012 345"
[measure]
every = 10_000
games = 20
`;
