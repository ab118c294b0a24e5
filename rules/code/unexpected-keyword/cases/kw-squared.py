from sklearn.metrics import mean_squared_error

truth = [1.0, 2.0, 3.0]
guess = [1.5, 2.0, 2.0]
print(mean_squared_error(truth, guess, squared=False))
