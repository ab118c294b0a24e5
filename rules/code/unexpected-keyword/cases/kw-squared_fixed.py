from sklearn.metrics import mean_squared_error
from sklearn.metrics import root_mean_squared_error

truth = [1.0, 2.0, 3.0]
guess = [1.5, 2.0, 2.0]
print(root_mean_squared_error(truth, guess))
